/** The nonce of this page load, with which the Content-Security-Policy lets our own <style> elements in. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** The scroll lock under Mantine's modals and menus makes a <style> too, and reads the nonce from webpack's name. */
export function allowStyles(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}

/** The nonce for our own <style> elements under the Content-Security-Policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/**
 * The scroll lock of Mantine's modals and menus adds a <style> and reads the nonce from this global of
 * webpack.
 */
export function allowStyles(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}

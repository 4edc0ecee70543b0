/** The front end: phone, code, and message status. */
export const page = `<!doctype html>
<html lang="id">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Login dengan WhatsApp</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 22rem; margin: 4rem auto; padding: 0 1rem }
  input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .6rem; margin: .3rem 0 }
  [hidden] { display: none }
</style>
<h1>Login</h1>
<form id="phone">
  <label>Nomor WhatsApp <input name="phone" inputmode="tel" autocomplete="tel" placeholder="0812…" required></label>
  <button>Kirim kode</button>
</form>
<form id="code" hidden>
  <label>Kode <input name="code" inputmode="numeric" autocomplete="one-time-code" required></label>
  <button>Masuk</button>
</form>
<p id="status" role="status"></p>
<script>
  const [phone, code, status] = ['phone', 'code', 'status'].map((id) => document.getElementById(id));
  const words = { sent: 'Kode terkirim.', delivered: 'Kode sudah sampai.', failed: 'Kode gagal dikirim. Coba lagi.' };
  let login;
  const ask = async (path, body) => {
    const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };
  const on = (form, work) => form.addEventListener('submit', (event) => {
    event.preventDefault();
    work(Object.fromEntries(new FormData(form))).catch((error) => { status.textContent = error.message });
  });
  on(phone, async (body) => {
    login = await ask('/logins', body);
    code.hidden = false;
    watch();
  });
  on(code, async (body) => {
    await ask('/logins/' + login.id + '/code', body);
    phone.hidden = code.hidden = true;
    login = undefined;
    status.textContent = 'Anda sudah masuk.';
  });
  async function watch() {
    if (!login) return;
    const answer = await fetch('/logins/' + login.id);
    if (!login || !answer.ok) return;
    const now = (await answer.json()).status;
    status.textContent = words[now];
    if (now === 'sent') setTimeout(watch, 1000);
  }
</script>
</html>
`;

// Sends a read from a page of the reference to the installation that serves the page, and to no other. The key is in its field alone.
const form = document.querySelector('.try form');
const { path, release, service } = form.dataset;
const home = new URL(service, location.href);
const outcome = form.querySelector('[role=status]');
const body = form.querySelector('pre');

/** The address of the request, with the values of the fields. */
function requestUrl() {
  const inPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(form.elements[name].value.trim()));
  const url = new URL(inPath.replace(/^\//, ''), home);
  for (const { name, value } of form.querySelectorAll('.query')) if (value.trim() !== '') url.searchParams.set(name, value.trim());
  return url;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const url = requestUrl();
  if (url.origin !== location.origin) return;
  const button = form.querySelector('button');
  const key = document.querySelector('.key input')?.value.trim();
  button.disabled = true;
  try {
    const startedAt = performance.now();
    const response = await fetch(url, {
      method: 'GET',
      headers: { 'Service-Version': release, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), Accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    const text = await response.text();
    outcome.textContent = `${response.status} after ${Math.round(performance.now() - startedAt)} ms: ${url.pathname}${url.search}`;
    body.textContent =
      /json/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch {
    outcome.textContent = 'No response. Check the connection, then send it again.';
    body.textContent = '';
  } finally {
    body.hidden = body.textContent === '';
    button.disabled = false;
  }
});

// Documentation that another host serves has no installation to send to.
if (home.origin !== location.origin) document.querySelector('.try').remove();

// Sends a read from a page of the reference to the installation that serves the page, and to no other. The key is in its field alone.
const main = document.querySelector('main');
const { tried, release, service } = main.dataset;
const { path, parameters } = JSON.parse(tried);
const home = new URL(service, location.href);

/** A field with its label above it. */
function fieldOf(name, isRequired, example) {
  const label = document.createElement('label');
  label.textContent = isRequired ? `${name} (required) ` : `${name} `;
  const input = document.createElement('input');
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.required = isRequired;
  input.placeholder = example;
  label.append(input);
  return { label, input };
}

/** The address of the request, with what was filled in. */
function addressOf(values) {
  const filled = parameters.reduce(
    (text, { name, in: place }, index) => (place === 'path' ? text.replace(`{${name}}`, encodeURIComponent(values[index])) : text),
    path,
  );
  const url = new URL(filled.replace(/^\//, ''), home);
  parameters.forEach(
    ({ name, in: place }, index) => place === 'query' && values[index] !== '' && url.searchParams.set(name, values[index]),
  );
  return url;
}

function addForm() {
  const key = document.querySelector('.key input');
  const form = document.createElement('form');
  const unfold = document.createElement('details');
  unfold.className = 'try';
  const heading = document.createElement('summary');
  heading.textContent = 'Try it';
  const intro = document.createElement('p');
  intro.textContent =
    'Sends this read to the installation that serves this page, with the key that you enter above. The page does not store the key.';
  const fields = parameters.map(({ name, isRequired, example }) => fieldOf(name, isRequired, example));
  const button = document.createElement('button');
  button.textContent = 'Send';
  const outcome = document.createElement('p');
  outcome.setAttribute('role', 'status');
  const body = document.createElement('pre');
  body.tabIndex = 0;
  body.hidden = true;
  form.append(intro, ...fields.map(({ label }) => label), button, outcome, body);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const url = addressOf(fields.map(({ input }) => input.value.trim()));
    if (url.origin !== location.origin) return;
    button.disabled = true;
    try {
      const startedAt = performance.now();
      const answer = await fetch(url, {
        method: 'GET',
        headers: {
          'Service-Version': release,
          ...(key ? { Authorization: `Bearer ${key.value.trim()}` } : {}),
          Accept: 'application/json',
        },
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
      });
      const text = await answer.text();
      outcome.textContent = `${answer.status} after ${Math.round(performance.now() - startedAt)} ms: ${url.pathname}${url.search}`;
      body.textContent =
        /json/.test(answer.headers.get('content-type') ?? '') && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
    } catch {
      outcome.textContent = 'No response. Check the connection, then send it again.';
      body.textContent = '';
    } finally {
      body.hidden = body.textContent === '';
      button.disabled = false;
    }
  });
  unfold.append(heading, form);
  document.querySelector('.samples').after(unfold);
}

// Documentation that another host serves has no installation to send to.
if (home.origin === location.origin) addForm();

// Fills the reader's key into the samples of a page of the reference. It stays in the page: nothing keeps or sends it.
const place = 'svc_live_YOUR_KEY';
const samples = [];
const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  if (node.data.includes(place)) samples.push({ node, text: node.data });
}

if (samples.length > 0) {
  const label = document.createElement('label');
  label.className = 'key';
  label.textContent = 'Your API key, used only for the samples of this page ';
  const input = document.createElement('input');
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.placeholder = 'svc_live_…';
  input.addEventListener('input', () => {
    const key = /^\w+$/.test(input.value.trim()) ? input.value.trim() : place;
    for (const { node, text } of samples) node.data = text.replaceAll(place, key);
  });
  label.append(input);
  document.querySelector('.samples').before(label);
}

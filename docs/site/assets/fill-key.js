// Fills the reader's key into the samples of a page of the reference. It stays in the page: nothing stores or sends it.
const placeholder = 'svc_live_YOUR_KEY';
const samples = [];
const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  if (node.data.includes(placeholder)) samples.push({ node, text: node.data });
}
const input = document.querySelector('.key input');
input.addEventListener('input', () => {
  const key = /^\w+$/.test(input.value.trim()) ? input.value.trim() : placeholder;
  for (const { node, text } of samples) node.data = text.replaceAll(placeholder, key);
});

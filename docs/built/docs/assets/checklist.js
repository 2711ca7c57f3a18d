// Makes the items of a page ones that can be ticked off. What was ticked is kept by this browser alone.
const items = [...document.querySelectorAll('main > ul > li')];
const keep = `ticked ${location.pathname}`;

let ticked = new Set();
try {
  ticked = new Set(JSON.parse(localStorage.getItem(keep) ?? '[]'));
} catch {
  // A browser that keeps nothing for pages begins anew.
}
for (const item of items) {
  const name = item.textContent.trim();
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = ticked.has(name);
  box.addEventListener('change', () => {
    if (box.checked) ticked.add(name);
    else ticked.delete(name);
    try {
      localStorage.setItem(keep, JSON.stringify([...ticked]));
    } catch {
      // As above.
    }
  });
  const label = document.createElement('label');
  label.append(box, ...item.childNodes);
  item.append(label);
  item.className = 'tick';
}

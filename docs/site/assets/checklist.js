// Adds a checkbox to each item of a page. Only this browser stores the ticked ones.
const items = [...document.querySelectorAll('main > ul > li')];
const storageKey = `ticked ${location.pathname}`;

let ticked = new Set();
try {
  ticked = new Set(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
} catch {
  // A browser without storage for pages begins without ticks.
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
      localStorage.setItem(storageKey, JSON.stringify([...ticked]));
    } catch {
      // As above.
    }
  });
  const label = document.createElement('label');
  label.append(box, ...item.childNodes);
  item.append(label);
  item.className = 'tick';
}

// Copies samples, and remembers the language of samples that was opened last.
import './header.js';

/** A button that copies a text, or one that is fetched first. */
function copyButton(label, textOf) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = label;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(await textOf());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = label), 2000);
  });
  return button;
}

// Pages that were loaded without TLS from another machine are given no clipboard.
if (navigator.clipboard) {
  for (const sample of document.querySelectorAll('main pre:not(.try pre)')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    sample.replaceWith(frame);
    frame.append(
      sample,
      copyButton('Copy', () => sample.textContent.trimEnd()),
    );
  }
  const markdown = document.querySelector('main footer a');
  markdown?.after(
    ' ',
    copyButton('Copy it', async () => (await fetch(markdown.href)).text()),
  );
}

const language = 'sample language';
try {
  const stored = localStorage.getItem(language);
  for (const sample of document.querySelectorAll('details.sample')) {
    const title = sample.querySelector('summary');
    // Samples with the same name are open one at a time.
    if (title.textContent === stored) sample.open = true;
    title.addEventListener('click', () => sample.open || localStorage.setItem(language, title.textContent));
  }
} catch {
  // A browser without storage for pages shows the first sample.
}

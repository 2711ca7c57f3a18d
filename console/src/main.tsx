import { render } from 'preact';
import { App } from './app.tsx';
import { showFieldMessages } from './field-messages.ts';
import { modeOf } from './mode.ts';

showFieldMessages();
const root = document.getElementById('app')!;
// Preact would leave the page's own header next to the rendered one.
root.replaceChildren();
render(<App mode={modeOf(location.pathname)} />, root);

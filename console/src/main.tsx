import { render } from 'preact';
import { App } from './app.tsx';
import { showFieldMessages } from './field-messages.ts';
import { modeOf } from './mode.ts';

showFieldMessages();
const root = document.getElementById('app')!;
// Otherwise Preact would render next to the static header of the page.
root.replaceChildren();
render(<App mode={modeOf(location.pathname)} />, root);

import { render } from 'preact';
import { App } from './app.tsx';
import { doorOf } from './door.ts';
import { speakEnglish } from './field-messages.ts';

speakEnglish();
const place = document.getElementById('app')!;
// Preact would leave the head that the page came with next to its own.
place.replaceChildren();
render(<App door={doorOf(location.pathname)} />, place);

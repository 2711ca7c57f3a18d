import { render } from 'preact';
import { App } from './app.tsx';
import { doorOf } from './door.ts';
import { speakEnglish } from './field-messages.ts';

speakEnglish();
render(<App door={doorOf(location.pathname)} />, document.getElementById('app')!);

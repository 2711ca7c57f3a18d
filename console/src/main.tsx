import { render } from 'preact';
import { App } from './app.tsx';
import { doorOf } from './door.ts';

render(<App door={doorOf(location.pathname)} />, document.getElementById('app')!);

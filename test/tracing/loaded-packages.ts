// Reports each package of OpenTelemetry that a process loads.
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /node_modules\/(@opentelemetry\/[^/]+)\//.exec(url) ?? [];
    if (name) writeSync(2, `loaded ${name}\n`);
    return nextLoad(url, context);
  },
});

import { expect, test } from 'vitest';
import { validationMessage } from '../../console/src/validation-messages.ts';

test.each([
  ['allowed_creator_ids', 'must NOT have fewer than 1 items', 'Choose at least one creator'],
  ['creator_ids', 'must NOT have fewer than 2 items', 'Choose at least 2 creators'],
  ['enabled_event_types', 'must NOT have fewer than 1 items', 'Choose at least one event type'],
  ['scopes', 'must NOT have more than 12 items', 'Choose at most 12 scopes'],
  ['scopes', 'must NOT have more than 1 item', 'Choose at most one scope'],
  ['allowed_origins', 'must NOT have more than 10 items', 'Choose at most 10 items'],
  ['scopes', 'must NOT have duplicate items (items ## 1 and 0 are identical)', 'Name each only once'],
  ['label', 'must NOT have fewer than 1 characters', 'Enter a value'],
  ['label', 'must NOT have fewer than 10 characters', 'Enter at least 10 characters'],
  ['label', 'must NOT have more than 200 characters', 'Enter at most 200 characters'],
  ['uses', 'must be >= 1', 'Enter 1 or more'],
  ['uses', 'must be >= -1', 'Enter -1 or more'],
  ['uses', 'must be <= 100', 'Enter 100 or less'],
  ['uses', 'must be integer', 'Enter a number'],
  ['uses', 'must be number', 'Enter a number'],
  ['uses', 'must be integer,null', 'Enter a number'],
  ['label', 'must be string', 'Enter a text'],
  ['', "must have required property 'enabled_event_types'", 'Enter enabled event types'],
  ['url', 'must match format "uri"', 'Enter a complete URL'],
  ['url', 'must match format "url"', 'Enter a complete URL'],
  ['start', 'must match format "date-time"', 'Enter a day and a time'],
  ['label', 'must match pattern "^[^,]*$"', 'Some of these characters are not accepted'],
  ['scopes.0', 'must be equal to one of the allowed values', 'Choose one of the listed values'],
  ['url', 'must be a public host', 'Must be a public host'],
])('%s: "%s" is shown as "%s"', (path, message, words) => {
  expect(validationMessage(path, message)).toBe(words);
});

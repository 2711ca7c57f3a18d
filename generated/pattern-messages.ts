// Generated from spec/ by `npm run generate`. Do not edit.

/** The message for a text that a pattern of the contract refuses. */
export const patternMessages: Readonly<Record<string, string>> = {
  '^#[0-9a-f]{6}$': "must be a color such as '#0f766e', in lower case",
  '^(\\.{0,2}[^.,]|\\.{3})[^,]*$': 'must contain no comma and not be . or .., because lists and paths could not name it',
  '^(\\.{0,2}[^.]|\\.{3})[\\s\\S]*$': 'must not be . or .., because a path could not name it',
  '^[!-~]+_live_[A-Za-z0-9._~+/=-]{32,64}$': 'must be a prefix that ends in _live_ and 32 to 64 letters, digits or ._~+/=-',
  '^[A-Za-z0-9_.-]+_whsec_[A-Za-z0-9+/_-]{32}$': 'must be one secret, a prefix that ends in _whsec_ and 32 letters, digits or +/_-',
  '^\\d{4}-\\d{2}-\\d{2}([Tt ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?([Zz]|[+-]\\d{2}:?\\d{2}))?$':
    'must be a day such as 2026-01-31, or an instant with its offset (in a query, + is written %2B)',
  '^https?://([a-z0-9.-]+|\\[[0-9a-f:.]+\\])(:[0-9]{1,5})?$':
    'must be an origin such as https://app.example.com, in lower case and without a path',
};

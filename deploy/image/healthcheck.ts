/** Exit code 0 if the process of this container wants requests. */
const { OPERATOR_HOST = '127.0.0.1', OPERATOR_PORT } = process.env;

/** Where the process listens: on every address, the loopback addresses are among them. */
const everyAddress = ['', '::', '0.0.0.0'];
const hosts = everyAddress.includes(OPERATOR_HOST)
  ? ['127.0.0.1', '[::1]']
  : [OPERATOR_HOST.includes(':') ? `[${OPERATOR_HOST}]` : OPERATOR_HOST];
const asking = hosts.map((host) =>
  fetch(`http://${host}:${OPERATOR_PORT || 8081}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  ),
);
process.exit((await Promise.all(asking)).includes(true) ? 0 : 1);

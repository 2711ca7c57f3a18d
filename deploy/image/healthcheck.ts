/** Exit code 0 if the process of this container wants requests. */
const { OPERATOR_PORT } = process.env;
const ready = await fetch(`http://127.0.0.1:${OPERATOR_PORT || 8081}/readyz`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(ready ? 0 : 1);

/**
 * The program that `conformance client --command` runs. It passes its task on to the process of the tests, which has
 * loaded the client already: `node ask-client.mjs <address of the tests> <address of the server>`.
 */
const [tests = '', url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const task = { scenario, context: JSON.parse(context), url };
const response = await fetch(tests, { method: 'POST', body: JSON.stringify(task) });
if (!response.ok) {
  console.error(await response.text());
  process.exitCode = 1;
}

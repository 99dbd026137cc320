/**
 * The program that `conformance client --command` runs. It passes its task on to the process of the tests, which has
 * loaded the client already: `node ask-client.mjs <address of the tests> <address of the server>`. It prints how that
 * ended, and nothing when it did not end in time.
 */
import { request } from 'node:http';

const [tests = '', url] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const task = { scenario, context: JSON.parse(context), url };
request(tests, { method: 'POST' }, response => {
  const isDone = response.statusCode === 200;
  console.log(isDone ? 'done' : 'failed');
  process.exitCode = isDone ? 0 : 1;
  response.pipe(process.stderr);
}).end(JSON.stringify(task));

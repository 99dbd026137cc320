/**
 * A server over standard streams that does what servers should not. Options are `--name` or `--name=value`; each tool
 * misbehaves as its name says.
 */

import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createMisbehavingAnswers, type Message, type Wire } from './misbehaving-answers.ts';

const options = new Map(
  process.argv.slice(2).map(arg => {
    const [name = '', value = ''] = arg.replace(/^--/, '').split(/=(.*)/s);
    return [name, value] as const;
  }),
);

const brokenTools = [
  { name: 'no_type', inputSchema: { properties: {} } },
  {
    name: 'old_dialect',
    inputSchema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
  },
  { name: 'no_schema', inputSchema: { type: 'object', properties: { a: { type: 'strin' } } } },
  { name: 'nowhere', inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/none' } } } },
];

const { answer, say, add } = createMisbehavingAnswers({
  era: options.has('modern') ? 'modern' : 'legacy',
  names: ['environment', 'flood', 'add_and_die', 'batch', 'no_version', 'both', 'close_output', 'announces'],
  version: options.get('version') ?? '1',
  broken: options.has('broken-schemas') ? brokenTools : [],
  isRenamed: options.has('renamed'),
  instructions: options.get('instructions'),
});

const wire: Wire = {
  send: message => void process.stdout.write(`${JSON.stringify(message)}\n`),
  sendText: text => void process.stdout.write(`${text}\n`),
  die: () => void process.stderr.write('I cannot go on.\n', () => process.exit(3)),
  tell: note => void process.stderr.write(`${note}\n`),
};

const changed = 'notifications/tools/list_changed';
const said = (text: string) => ({ content: [{ type: 'text', text }] });

/** What only a process can do. */
function read(message: Message) {
  const { id, method, params } = message;
  if (method === 'server/discover' && options.has('tells-questions')) process.stderr.write('asked\n');
  if (method === 'server/discover' && options.has('dies-when-asked')) process.exit(1);
  if (method === 'server/discover' && options.has('no-id-when-asked'))
    return wire.sendText(
      `{"jsonrpc":"2.0","id":${options.get('no-id-when-asked')},"error":{"code":-32600,"message":"What?"}}`,
    );
  if (method === 'server/discover' && options.has('complains-when-asked'))
    return void process.stderr.write('Error: ExpectedInitialize(…)\n', () => process.exit(1));
  if (options.has('dies-in-words'))
    return void process.stderr.write('Error: no token\n', () => process.exit(1));
  if (method === 'server/discover' && options.has('silent-when-asked')) return;
  switch (method === 'tools/call' ? params?.name : undefined) {
    case 'environment':
      return say(wire, id, JSON.stringify({ ...process.env, cwd: process.cwd() }));
    case 'flood':
      for (let line = 0; line < 20_000; line++) process.stderr.write(`line ${line} ${'x'.repeat(100)}\n`);
      process.stderr.write('y'.repeat(1_000_000), () => say(wire, id, 'flooded'));
      return;
    case 'batch':
      return wire.sendText(JSON.stringify([{ jsonrpc: '2.0', id, result: said('of a batch') }]));
    case 'no_version':
      return wire.send({ id, result: said('of no version'), error: null });
    case 'both':
      return wire.send({
        id,
        result: said('well'),
        jsonrpc: '2.0',
        error: { code: 1, message: 'I broke it.' },
      });
    case 'close_output':
      // Nothing else would keep it from ending.
      setInterval(() => {}, 1_000_000);
      return void closeSync(1);
    case 'announces':
      add(wire);
      setInterval(() => wire.send({ jsonrpc: '2.0', method: changed }), 20).unref();
      return say(wire, id, 'announced');
    case 'add_and_die':
      // Whoever holds our output open keeps the connection from ending with us.
      spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300)'], { stdio: 'inherit', detached: true });
      add(wire);
      return process.exit(4);
    default:
      return answer(message, wire);
  }
}

if (options.has('exit')) {
  process.stderr.write('There is no licence here.\n', () => process.exit(7));
} else {
  if (options.has('stubborn')) {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1_000_000);
  }
  const tie = options.get('tie');
  if (tie !== undefined) {
    // By these two connections somebody sees how long we live, and how long does a child that heeds nobody.
    const script = `process.on('SIGTERM', () => {}); require('node:net').connect(${tie}, '127.0.0.1');`;
    spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
    connect(Number(tie), '127.0.0.1').on('error', () => {});
  }
  // Whoever lets it start answers at this address, when the time has come.
  const gate = options.get('gate');
  if (gate !== undefined) await fetch(gate).catch(() => {});
  createInterface({ input: process.stdin })
    .on('line', line => read(JSON.parse(line) as Message))
    .on('close', () => {
      if (!options.has('stubborn')) process.exit(0);
    });
}

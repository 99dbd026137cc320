import { Agent, request as openRequest } from 'node:http';
import { answerPieces, pathOf, type Scenario, type Wire } from './scenario.ts';

export interface Visit {
  /** Without the path of the wire. */
  readonly url: string;
  readonly wire: Wire;
  readonly scenario: Scenario;
  readonly key: string;
}

/** What came of the requests that were made at the same time. */
export interface Received {
  /** Of one of them; all are the same. */
  readonly answer: string;
  /** Milliseconds from the request to the first byte of the answer: the mean. */
  readonly untilFirst: number;
}

/**
 * The program in front of a door, in a process of its own so that its work counts for nobody. Answers are only taken
 * while they are measured, and looked into afterwards.
 */
const visit = JSON.parse(process.argv[2] ?? '') as Visit;
const agent = new Agent({ keepAlive: true });

/** Tools are offered, as by every agent. */
const tool = { name: 'look_up', description: 'Looks up an item.' };
const schema = { type: 'object', properties: { path: { type: 'string' } } };
const bodies = {
  openai: { tools: [{ type: 'function', function: { ...tool, parameters: schema } }] },
  anthropic: { max_tokens: 4096, tools: [{ ...tool, input_schema: schema }] },
} satisfies Readonly<Record<Wire, object>>;
const messages = [{ role: 'user', content: 'What is there to know of it? Tell me all of it, please.' }];
const body = Buffer.from(JSON.stringify({ model: 'bench', stream: true, messages, ...bodies[visit.wire] }));
const headers = {
  authorization: `Bearer ${visit.key}`,
  'content-type': 'application/json',
  'content-length': body.length,
};

function ask(): Promise<{ readonly bytes: readonly Buffer[]; readonly untilFirst: number }> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const asked = openRequest(visit.url + pathOf[visit.wire], { method: 'POST', agent, headers }, answer => {
      const bytes: Buffer[] = [];
      let untilFirst = 0;
      answer.on('data', (piece: Buffer) => {
        untilFirst ||= performance.now() - since;
        bytes.push(piece);
      });
      answer.on('end', () => resolve({ bytes, untilFirst }));
      answer.on('error', reject);
    });
    // A door may have closed a connection that was kept from an earlier sample.
    asked.on('error', cause => (asked.reusedSocket ? resolve(ask()) : reject(cause)));
    asked.end(body);
  });
}

async function receive(): Promise<Received> {
  const answers = await Promise.all(Array.from({ length: visit.scenario.streams ?? 1 }, ask));
  const wanted = answerPieces(visit.scenario.deltas).join('');
  for (const { bytes } of answers) {
    const written = Buffer.concat(bytes).toString('utf8');
    if (said(written) !== wanted) throw new Error(`This is not the answer: ${written.slice(0, 500)}`);
  }
  const untilFirst = answers.reduce((sum, each) => sum + each.untilFirst, 0) / answers.length;
  return { answer: wanted, untilFirst };
}

function said(written: string): string {
  const events = written.split('\n').filter(line => line.startsWith('data: {'));
  return events.map(line => textIn(JSON.parse(line.slice(6)))).join('');
}

interface AnyEvent {
  readonly choices?: readonly [{ readonly delta: { readonly content?: string } }?];
  readonly delta?: { readonly text?: string };
}

function textIn({ choices, delta }: AnyEvent): string {
  return choices?.[0]?.delta.content ?? delta?.text ?? '';
}

process.on('message', async () => process.send?.(await receive()));
process.on('disconnect', () => process.exit());

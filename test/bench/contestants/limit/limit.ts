import { Ajv } from 'ajv';
import { pathOf, type ToolArguments, toolAnswer, toolNames, toolSchema } from '../../scenario.ts';
import type { CreateContestant } from '../main.ts';
import { createPost, startMessages } from './sending.ts';
import { type LimitCall, type LimitResult, limitWires } from './wires.ts';

/**
 * The limit: a loop written by hand for one wire and these tools. It knows no other model, no permission, no repetition,
 * no limit of time or size, no Stop and no error. It sends and receives what the others do, checks arguments with the
 * same library, and keeps what it has sent as bytes.
 */
export const createLimit: CreateContestant = async ({ wire, scenario, url }) => {
  const { head, past, results, createReader } = limitWires[wire];
  const post = createPost(new URL(url + pathOf[wire]));
  const run = createTools();
  const before = startMessages(Buffer.from(head));
  for (const message of past(scenario.history)) before.add(message);
  const end = Buffer.from(']}');
  return async () => {
    let calls = 0;
    let answer = '';
    let untilFirst = 0;
    const since = performance.now();
    const say = (piece: string) => {
      untilFirst ||= performance.now() - since;
      answer += piece;
    };
    const sent = before.copy();
    for (let turn = 0; turn < scenario.turns; turn++) {
      sent.add({ role: 'user', content: 'What is there?' });
      for (;;) {
        answer = '';
        const reader = createReader(say);
        await post([sent.bytes(), end], reader.read);
        const reply = reader.end();
        sent.add(reply.message);
        if (reply.calls.length === 0) break;
        for (const message of results(reply.calls.map(run))) sent.add(message);
        calls += reply.calls.length;
      }
    }
    return { calls, answer, untilFirst };
  };
};

function createTools(): (call: LimitCall) => LimitResult {
  const ajv = new Ajv();
  const checks = new Map(
    toolNames.map(name => [`bench__${name}`, ajv.compile<ToolArguments>(structuredClone(toolSchema))]),
  );
  return ({ id, name, args }) => {
    if (checks.get(name)?.(args) !== true) throw new Error(`${name} can't be called with these arguments.`);
    return { id, text: toolAnswer(args as ToolArguments) };
  };
}

import { isJsonObject } from '../../../converser/ground/json/json.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { failed, type Probe, passed, quote } from '../probe.ts';
import { roundTrip } from '../round-trip.ts';
import { throughContract } from './calls.ts';

/**
 * The model does not know the schema, so its reply fits only if the server enforces it: many accept the parameter and
 * ignore it.
 */
export const constrained: Probe = {
  name: 'constrained',
  requests: 5,
  async run(trial) {
    const word = trial.nonce();
    const replySchema = {
      type: 'object',
      properties: { greeting: { type: 'string', enum: [word] } },
      required: ['greeting'],
      additionalProperties: false,
    };
    const subject = { ...trial.subject, capabilities: { ...trial.subject.capabilities, replySchema: true } };
    const question = trial.canister('user', [text('Answer with a JSON object that holds a greeting.')]);
    const { said } = await trial.ask(subject, { canisters: [question], tools: [], replySchema });
    if (!holds(said, word)) {
      return failed(`The server doesn’t enforce a schema on replies. The model said ${quote(said)}.`);
    }
    const verdict = await roundTrip(throughContract(trial.subject, true), trial);
    return verdict.outcome === 'passed'
      ? passed('The server enforces a schema on replies, and tool calls work through the contract that way.')
      : failed(
          `The server enforces a schema on replies, but the contract failed that way: ${verdict.finding}`,
        );
  },
};

function holds(said: string, word: string): boolean {
  try {
    const value: unknown = JSON.parse(said);
    return isJsonObject(value) && Object.keys(value).length === 1 && value.greeting === word;
  } catch {
    return false;
  }
}

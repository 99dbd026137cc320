/** Programs of others that use Converser's tools, after it was added to their files: `npm test -- clients`. */

import assert from 'node:assert/strict';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { openGateway } from '../gateway/support/open-gateway.ts';
import { addConverser, filesOf, modelAt, riddles, word } from './add-converser.ts';
import { callsOneNamed } from './agent-model.ts';
import { type Call, type Program, programs, runProgram, useProgram } from './programs.ts';

// Continue's cn has a file of its own form for models and servers.
for (const program of programs.filter(({ title }) => filesOf(title, '/home').length > 0)) {
  describe(`${program.title} ${program.version}, to which Converser was added`, () => {
    const desk = useProgram(program);

    it('finds its tools, calls one, and gives the model its result', async () => {
      const model = callsOneNamed(/tell_password$/, 'password');
      const server = await startOpenAiServer(model.answer);
      const models = [modelAt(server.url, { tools: 'native' })];
      await using gateway = await openGateway({ models, ensembles: [riddles] });
      const access = { baseUrl: gateway.baseUrl, key: gateway.key, model: 'local/test-model' };
      const { file, ...places } = desk();
      const call = program.call(access, 'Find out the password.');
      const ended = await runProgram(file, allowing(program, call), {
        ...places,
        prepare: () => addConverser(program.title, places.home, gateway),
      });
      await server.close();
      assert.equal(ended.code, 0, ended.output);
      const results = JSON.stringify(model.messages.at(-1));
      const offered = model.offered.map(names => names.join(' ')).join('\n');
      assert.ok(results.includes(word), `${ended.output}\n${offered}`);
    });
  });
}

/** Where the program would ask before it calls a tool of a server. */
function allowing({ title }: Program, call: Call): Call {
  if (title !== 'Claude Code') return call;
  const args = call.args.map(arg => (arg === 'Write,Read' ? 'mcp__converser' : arg));
  // Otherwise it has the model search for the tools of servers first.
  return { ...call, args, env: { ...call.env, ENABLE_TOOL_SEARCH: 'false' } };
}

/** Gemini CLI uses Converser's tools. It has models of its own API only: `npm test -- clients` installs and runs it. */

import assert from 'node:assert/strict';
import { createScriptedModel } from '../fakes/scripted-model.ts';
import { openGateway } from '../gateway/support/open-gateway.ts';
import { addConverser, riddles, word } from './add-converser.ts';
import { startGeminiModel } from './gemini-model.ts';
import { runProgram, useProgram } from './programs.ts';

const gemini = { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' };

describe(`Gemini CLI ${gemini.version}, to which Converser was added`, () => {
  const desk = useProgram(gemini);

  it('finds its tools, calls one, and gives the model its result', async () => {
    await using model = await startGeminiModel(/tell_password$/);
    await using gateway = await openGateway({ models: [createScriptedModel()], ensembles: [riddles] });
    const { file, ...places } = desk();
    const call = {
      args: ['--yolo', '--model', 'gemini-2.5-flash', '--prompt', 'Find out the password.'],
      env: {
        GEMINI_API_KEY: 'key',
        GOOGLE_GEMINI_BASE_URL: model.url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
      files: { '.gemini/settings.json': '{"security": {"auth": {"selectedType": "gemini-api-key"}}}' },
    };
    const prepare = () => addConverser('Gemini CLI', places.home, gateway);
    const { code, output } = await runProgram(file, call, { ...places, prepare });
    assert.equal(code, 0, output);
    assert.ok(model.results.join().includes(word), `${output}\n${model.offered.join(' ')}`);
  });
});

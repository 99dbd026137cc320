import assert from 'node:assert/strict';
import { missingVariable } from '../../../../src/ensembles/mcp/process/missing-variable.ts';

describe('the environment variable that a server lacks', () => {
  it('is found in what servers print before they end', () => {
    const outputs = {
      'Error: BRAVE_API_KEY environment variable is required': 'BRAVE_API_KEY',
      'Missing required environment variable: TOKEN': 'TOKEN',
      'Please set the environment variable `SLACK_TEAM_ID`.': 'SLACK_TEAM_ID',
      "KeyError: 'NOTION_TOKEN'": 'NOTION_TOKEN',
      'ZodError: [\n  "received": "undefined",\n  "path": [ "OPENAI_API_KEY" ]': 'OPENAI_API_KEY',
      'listening with NO_COLOR\nfatal: GITLAB_HOST is not set': 'GITLAB_HOST',
    };
    for (const [output, name] of Object.entries(outputs)) assert.equal(missingVariable(output), name, output);
  });

  it('is none where something else went wrong', () => {
    const outputs = [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'",
      "code: 'MODULE_NOT_FOUND', requireStack: []",
      'The process ended with exit code 1. Its last output:\nnpm error code E404 not found',
      'TypeError: undefined is not a function\nNode.js v24',
    ];
    for (const output of outputs) assert.equal(missingVariable(output), undefined, output);
  });
});

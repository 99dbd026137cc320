import assert from 'node:assert/strict';
import { readOptions } from '../../../src/terminal/command-line/model-options.ts';

describe('options of the model on a command line', () => {
  it('are JSON or text, and fields of the body by their names', () => {
    const written = ['temperature=0.2', 'stop=["END"]', 'serviceTier=flex', 'body.top_k=5', 'body.user=a=b'];
    assert.deepEqual(readOptions('high', written), {
      options: {
        effort: 'high',
        temperature: 0.2,
        stop: ['END'],
        serviceTier: 'flex',
        body: { top_k: 5, user: 'a=b' },
      },
    });
    assert.deepEqual(readOptions(undefined), { options: {} });
  });

  it('are refused with what is right', () => {
    const mistake = (effort: string | undefined, ...written: readonly string[]) => {
      const read = readOptions(effort, written);
      return 'mistake' in read ? read.mistake : '';
    };
    assert.match(mistake('much'), /effort must be one of none, .*max, not "much"/);
    assert.match(mistake(undefined, 'temperature'), /must be NAME=VALUE, such as temperature=0\.2/);
    assert.match(mistake(undefined, 'heat=1'), /No option is named "heat"\. There are: /);
  });
});

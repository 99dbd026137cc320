import assert from 'node:assert/strict';
import { supervisorText } from '../../../../src/converser/turn/request/supervisor-text.ts';

describe('the instructions that every model gets', () => {
  it('name the folders, and end with your own', () => {
    assert.match(supervisorText(['app', 'lib']), /\nThe folders of the workspace: app, lib\.$/);
    assert.match(supervisorText([]), /\nNo folder is open\.$/);
    const own = supervisorText(['app'], '  Answer in French.\nBe brief. \n');
    assert.match(own, /: app\.\n\nThe user’s own instructions:\nAnswer in French\.\nBe brief\.$/);
  });

  it('hold nothing of yours where you have none', () => {
    assert.equal(supervisorText(['app'], ' \n'), supervisorText(['app']));
  });
});

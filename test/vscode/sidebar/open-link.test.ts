import assert from 'node:assert/strict';
import { linkTarget } from '../../../src/vscode/sidebar/open-link.ts';
import { workspaceFile } from '../support/converser.ts';

describe('a link in an answer', () => {
  const readme = () => workspaceFile('README.md').toString();
  const opened = async (href: string) => {
    const target = await linkTarget(href);
    return target && `${target.uri.toString()}#${target.lines ?? ''}`;
  };

  it('leads to a file of the workspace, by path or by address, with its lines', async () => {
    assert.equal(await opened('README.md#L3'), `${readme()}#L3`);
    assert.equal(await opened(readme()), `${readme()}#`);
    assert.equal(await opened(`${readme()}#L1-L2`), `${readme()}#L1-L2`);
  });

  for (const href of [
    'file:///etc/passwd',
    'command:workbench.action.terminal.new',
    'vscode://settings',
    'data:text/html,x',
    'javascript:alert(1)',
    '../../etc/passwd',
    '/etc/passwd',
    '//host/share',
    '\\\\host\\share',
    'file:',
    ':',
  ]) {
    it(`does not lead to ${href}`, async () => {
      assert.equal(await linkTarget(href), undefined);
    });
  }

  it('does not lead out of the workspace by way of it', async () => {
    const folder = workspaceFile().toString();
    for (const way of ['/../secret', '/%2e%2e/secret', '/a/../../secret', '-beside/secret', '/%2E./secret'])
      assert.equal(await linkTarget(`${folder}${way}`), undefined, way);
  });
});

import assert from 'node:assert/strict';
import { bubblewrapArguments } from '../../../../src/ensembles/shell/sandbox/bubblewrap.ts';

const confinement = {
  writable: ['/home/me/work/deep', '/home/me/work'],
  guarded: ['/home/me/work/.git'],
  hidden: [
    { path: '/home/me/.ssh', kind: 'folder' },
    { path: '/home/me/.netrc', kind: 'file' },
  ],
  hasNetwork: false,
  temporary: '/state/tmp',
  cwd: '/home/me/work',
} as const;

describe('the arguments of bubblewrap', () => {
  it('mount what can be written, then what can’t be read, then what can’t be changed', async () => {
    const args = await bubblewrapArguments(confinement);
    const order = [
      '--unshare-net',
      '--ro-bind / /',
      '--tmpfs /run',
      '--bind /state/tmp /tmp',
      '--bind /home/me/work /home/me/work',
      '--bind /home/me/work/deep /home/me/work/deep',
      '--tmpfs /home/me/.ssh',
      '--ro-bind /dev/null /home/me/.netrc',
      '--ro-bind-try /home/me/work/.git /home/me/work/.git',
      '--chdir /home/me/work',
    ].map(each => args.join(' ').indexOf(each));
    assert.ok(
      order.every((at, index) => at > (order[index - 1] ?? -1)),
      order.join(),
    );
  });

  it('leave the network where it is granted', async () => {
    assert.ok(!(await bubblewrapArguments({ ...confinement, hasNetwork: true })).includes('--unshare-net'));
  });
});

import assert from 'node:assert/strict';
import { bubblewrapArguments } from '../../../../src/ensembles/shell/sandbox/bubblewrap.ts';

const confinement = {
  writable: ['/home/me/work/deep', '/home/me/work'],
  guarded: ['/home/me/work/.git'],
  hidden: [
    { path: '/home/me/.ssh', kind: 'folder' },
    { path: '/home/me/.netrc', kind: 'file' },
  ],
  seen: {
    homes: ['/home'],
    shown: ['/home/me/.nvm'],
    links: [['/home/me/bin', '.nvm/bin']],
  },
  hasNetwork: false,
  temporary: '/state/tmp',
  cwd: '/home/me/work',
} as const;

describe('the arguments of bubblewrap', () => {
  it('mount what can be written, then what can’t be changed, then what can’t be read', async () => {
    const args = await bubblewrapArguments(confinement);
    const order = [
      '--unshare-net',
      '--ro-bind / /',
      '--tmpfs /run',
      '--bind /state/tmp /tmp',
      '--tmpfs /home',
      '--symlink .nvm/bin /home/me/bin',
      '--ro-bind-try /home/me/.nvm /home/me/.nvm',
      '--bind /home/me/work /home/me/work',
      '--bind /home/me/work/deep /home/me/work/deep',
      '--ro-bind-try /home/me/work/.git /home/me/work/.git',
      '--tmpfs /home/me/.ssh',
      '--ro-bind /dev/null /home/me/.netrc',
      '--remount-ro /home --remount-ro /home/me/.ssh',
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

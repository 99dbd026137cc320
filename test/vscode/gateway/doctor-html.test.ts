import assert from 'node:assert/strict';
import { doctorHtml, doctorLinks } from '../../../src/vscode/gateway/doctor-html.ts';

describe('the links of the doctor’s page', () => {
  it('run what the page may run, with what they ask of it', () => {
    const actions = ['start-gateway', 'restart-gateway', 'change-port', 'show-ensembles'] as const;
    const html = doctorHtml({
      isRunning: false,
      conclusion: 'Done.',
      sections: [
        {
          title: 'Gateway',
          findings: actions.map(action => ({
            title: 'Running',
            state: 'bad',
            found: 'It is not.',
            remedy: { text: 'Do something.', action },
          })),
        },
      ],
    });
    const links = [...html.matchAll(/href="command:([^"?]+)(?:\?([^"]+))?"/g)].map(
      ([, command = '', given]) => [command, given && JSON.parse(decodeURIComponent(given))] as const,
    );
    assert.deepEqual(links, [
      ['converser.doctor', undefined],
      ['converser.doctor', ['copy']],
      ['converser.startGateway', undefined],
      ['converser.manageGateway', ['restart']],
      ['converser.manageGateway', ['change-port']],
      ['converser.ensembles.focus', undefined],
    ]);
    assert.ok(links.every(([command]) => doctorLinks.includes(command)));
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { fullName } from '../../../../src/converser/words/ensemble/invoker.ts';
import { toolDefinitions } from '../../../../src/converser/words/ensemble/tool-definitions.ts';
import { wireName } from '../../../../src/converser/words/ensemble/wire-name.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';

const anyPart = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', '_', '-', '--', '__', '0', 'é', '😀', '\ud800', ':'),
    maxLength: 8,
  }),
  fc.string({ unit: fc.constantFrom('a', '_', '-'), minLength: 50, maxLength: 200 }),
);
const pair = fc.record({ ensemble: anyPart, name: anyPart });
/** A name without an ensemble is none of ours, and stays as it was written, whatever it looks like. */
const own = pair.filter(({ ensemble }) => ensemble !== '');

describe('wire names', () => {
  it('join ensemble and tool where nothing speaks against it', () => {
    assert.equal(wireName({ ensemble: 'workspace', name: 'read_file' }), 'workspace__read_file');
  });

  it('stay the same from one version to the next', () => {
    assert.equal(wireName({ ensemble: 'a_', name: 'b' }), 'a___b--ac39xqe4zkq');
  });

  it('suit every wire, whatever the names', () => {
    fc.assert(fc.property(pair, one => assert.match(wireName(one), /^[A-Za-z0-9_-]{1,64}$/)));
  });

  it('differ for different tools', () => {
    fc.assert(
      fc.property(own, own, (one, other) => {
        const isSame = one.ensemble === other.ensemble && one.name === other.name;
        assert.equal(wireName(one) === wireName(other), isSame);
      }),
      { numRuns: 2_000 },
    );
  });

  it('differ where joined names would be equal', () => {
    const long = 'x'.repeat(70);
    const ofA = ['_b', 'b__c', 'b c', 'b.c', long, `${long}y`, '\ud800', '\ud801', 'b\0c'].map(name => [
      'a',
      name,
    ]);
    const others = ['a_ b', 'a__b c', ' ', 'a\0b c'].map(pair => pair.split(' '));
    const alike = [...ofA, ...others].map(([ensemble = '', name = '']) => wireName({ ensemble, name }));
    assert.equal(new Set(alike).size, alike.length);
  });

  it('never let a plain name pass for that of another tool', () => {
    fc.assert(
      fc.property(own, one => {
        const shortened = wireName(one);
        const [ensemble = '', ...rest] = shortened.split('__');
        const impostor = { ensemble, name: rest.join('__') };
        const isSame = impostor.ensemble === one.ensemble && impostor.name === one.name;
        assert.equal(wireName(impostor) === shortened, isSame);
      }),
    );
  });

  it('map back exactly to the invoker through the roster', async () => {
    const ensembleName = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,30}$/);
    const names = fc.uniqueArray(
      anyPart.filter(name => name !== '__proto__'),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(ensembleName, names, { maxKeys: 4 }), async ensembles => {
        const roster = createEnsembleRoster();
        for (const [ensemble, own] of Object.entries(ensembles)) {
          const tools = Object.fromEntries(own.map(name => [name, () => name]));
          await roster.set(createFakeEnsemble(ensemble, tools));
        }
        const invokers = roster.invokers();
        assert.equal(toolDefinitions(invokers).length, invokers.length);
        for (const invoker of invokers) {
          for (const reference of [wireName(invoker), fullName(invoker)]) {
            assert.deepEqual(roster.find(reference), { kind: 'found', invoker });
          }
        }
      }),
    );
  });
});

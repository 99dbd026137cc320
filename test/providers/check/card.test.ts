import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/converser/ground/json/json.ts';
import { factsOfCard } from '../../../src/providers/check/capability-card.ts';
import { type CardFile, cardFacts, createCardMemory } from '../../../src/providers/check/card-memory.ts';
import { secondsText } from '../../../src/providers/check/card-text.ts';
import { readCard } from '../../../src/providers/check/read-card.ts';
import { factsOf } from '../../../src/providers/facts/facts.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { aCard } from './a-card.ts';

const model = { server: 'openai http://127.0.0.1:11434/v1', id: 'small:3b', told: { contextTokens: 32_768 } };

const { version, checked, conclusions } = aCard;

const kept = { version, checked, conclusions };

describe('a card', () => {
  it('is read back as it was written', () => {
    assert.deepEqual(readCard(JSON.parse(JSON.stringify(kept))), kept);
  });

  it('is none when it is of another version, or anything in it is not what it should be', () => {
    const written = JSON.parse(JSON.stringify(kept)) as JsonObject;
    const spoilt: readonly JsonValue[] = [
      null,
      [],
      { ...written, version: 2 },
      { ...written, checked: 'yesterday' },
      { ...written, conclusions: { ...aCard.conclusions, tools: 'all' } },
      { ...written, conclusions: { tools: 'native' } },
    ];
    for (const each of spoilt) assert.equal(readCard(each), undefined, JSON.stringify(each));
  });

  it('tells facts that go before what the server tells and behind what the person says', () => {
    const card = factsOfCard(aCard);
    const place = 'small:3b';
    const told = { tools: 'native', contextTokens: 32_768 } as const;
    assert.equal(factsOf(place, { told, card }).tools, 'contract');
    assert.equal(factsOf(place, { told, card }).contextTokens, 2048);
    assert.equal(factsOf(place, { told, card }).replySchema, true);
    assert.equal(factsOf(place, { told, card, settings: { 'small*': { tools: 'none' } } }).tools, 'none');
  });
});

describe('the memory of cards', () => {
  it('knows in the next run what was checked in this one', async () => {
    const file = fakeFile();
    const { log } = createFakeHost();
    await createCardMemory(file, log).write(model, aCard);
    const next = createCardMemory(file, log);
    assert.equal(next.read(model), undefined);
    await next.loaded;
    assert.deepEqual(next.read(model), kept);
    assert.deepEqual(cardFacts(next)(model), factsOfCard(aCard));
  });

  it('forgets a model that its server now tells something else of, but not for its price', async () => {
    const memory = createCardMemory(fakeFile(), createFakeHost().log);
    await memory.write(model, aCard);
    const dearer = { ...model, told: { contextTokens: 32_768, price: { input: 1, output: 2 } } };
    assert.deepEqual(memory.read(dearer), kept);
    assert.equal(memory.read({ ...model, told: { contextTokens: 8192 } }), undefined);
    assert.equal(memory.read({ ...model, server: 'openai http://127.0.0.1:1234/v1' }), undefined);
  });

  it('keeps the cards that another window has written meanwhile', async () => {
    const file = fakeFile();
    const { log } = createFakeHost();
    const [one, other] = [createCardMemory(file, log), createCardMemory(file, log)];
    await Promise.all([one.loaded, other.loaded]);
    await one.write(model, aCard);
    await other.write({ ...model, id: 'another' }, aCard);
    assert.deepEqual(Object.keys((await file.read()) as JsonObject).length, 2);
  });

  it('reads nothing from a file that somebody has spoilt, and says when it cannot write', async () => {
    const { log, logged } = createFakeHost();
    const spoilt: CardFile = {
      read: async () => ({ a: 1, b: { told: '{}', card: {} }, c: { told: 1, card: aCard as never } }),
      write: () => Promise.reject(new Error('The disk is full.')),
    };
    const memory = createCardMemory(spoilt, log);
    await memory.loaded;
    assert.equal(memory.read({ server: 'c', id: '' }), undefined);
    await memory.write(model, aCard);
    assert.deepEqual(memory.read(model), kept);
    assert.ok(logged.some(line => line.includes('The disk is full.')));
  });
});

function fakeFile(): CardFile {
  let text: string | undefined;
  return {
    async read() {
      if (text === undefined) throw new Error('There is no such file.');
      return JSON.parse(text) as JsonValue;
    },
    async write(all) {
      text = JSON.stringify(all);
    },
  };
}

describe('the wording of a card', () => {
  it('says of no probe that it took no time', () => {
    assert.deepEqual([0, 49.9, 50, 149, 1840].map(secondsText), [
      'under 0.1 s',
      'under 0.1 s',
      '0.1 s',
      '0.1 s',
      '1.8 s',
    ]);
  });
});

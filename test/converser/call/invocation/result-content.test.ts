import assert from 'node:assert/strict';
import { fillTemplate } from '../../../../src/converser/call/invocation/output-template.ts';
import { renderResult } from '../../../../src/converser/call/invocation/result-content.ts';
import { text, textOf } from '../../../../src/converser/words/canister/content.ts';
import { type Invoker, type Returned, reply } from '../../../../src/converser/words/ensemble/invoker.ts';
import { createFakeInvoker } from '../../../fakes/fake-ensemble.ts';

function rendered(returned: unknown, given: Partial<Invoker> = {}, limit = 1_000) {
  const invoker = createFakeInvoker({ name: 'tool', invocable: () => 'unused', ...given });
  return renderResult(returned as Returned, invoker, { limit });
}

const said = (returned: unknown) => textOf(rendered(returned).content);

describe('what a tool returns', () => {
  it('is rendered as text, as a list or as JSON', () => {
    assert.equal(said('plain'), 'plain');
    assert.equal(said(['a', 1, true]), 'a, 1, true');
    assert.equal(said({ a: [1] }), '{"a":[1]}');
    assert.equal(said(undefined), 'Done.');
    assert.equal(said(null), 'Done.');
    assert.equal(said(5n), '5');
    assert.equal(said({ big: 5n }), '{"big":"5"}');
    assert.deepEqual(rendered({ a: 1 }).content, [text('{"a":1}', 'application/json')]);
    assert.deepEqual(rendered('plain').content, [text('plain', 'text/plain')]);
    const { content } = rendered({ a: 1 }, { output: { model: 'a is {a}' } });
    assert.deepEqual(content, [text('a is 1', 'text/plain')]);
  });

  it('is never nothing at all, which wires refuse', () => {
    assert.equal(said(''), '(no output)');
    assert.equal(said(reply({ content: [] })), '(no output)');
    const failure = { kind: 'execution', message: 'broken' } as const;
    assert.equal(said(reply({ content: [], failure })), 'Failed: broken');
  });

  it('is a failure where it cannot be rendered', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const value of [cyclic, () => {}, Symbol('x')]) {
      const { failure, content } = rendered(value);
      assert.equal(failure?.kind, 'execution');
      assert.match(textOf(content), /^Failed: fake:tool returned something that can’t be read/);
    }
  });

  it('is cut as a whole, text by text, images left alone', () => {
    const image = { type: 'image', mimeType: 'image/png', bytes: new Uint8Array(5_000) } as const;
    const resource = { type: 'resource', uri: 'file:///a', text: 'y'.repeat(900) } as const;
    const parts = [text('x'.repeat(600)), image, resource, text('z'), text('z')];
    const { content } = rendered(reply({ content: parts }));
    assert.deepEqual(content.slice(0, 2), parts.slice(0, 2));
    assert.match(textOf(content.slice(2, 3)), /^y+\n\[… \d+ characters/);
    assert.match(textOf(content.slice(3)), /^\[… 2 further parts are left out here/);
    assert.ok(textOf(content.filter(({ type }) => type !== 'image')).length < 1_100);
  });

  it('is left as it is where it fits exactly', () => {
    const parts = [text('x'.repeat(400)), text('y'.repeat(600)), text('')];
    assert.deepEqual(rendered(reply({ content: parts })).content, parts);
  });

  it('has its failure shortened too', () => {
    const long = { kind: 'network', message: 'x'.repeat(50_000) } as const;
    const { failure } = rendered(reply({ content: [], failure: long }));
    assert.ok((failure?.message.length ?? Infinity) <= 1_000);
  });
});

describe('an output template', () => {
  it('is filled from fields, fields of fields and items', () => {
    const value = { a: { b: [1, { c: true }] }, list: ['x', 'y'], object: { z: 1 } };
    assert.equal(fillTemplate('{a.b.0} {a.b.1.c} {list} {object}', value), '1 true x, y {"z":1}');
  });

  it('keeps braces that are doubled, and placeholders for which there is nothing', () => {
    const filled = fillTemplate('{{a}} {missing} {a.b} {list.x} {list.length} {}', { a: 1, list: [1] });
    assert.equal(filled, '{a} {missing} {a.b} {list.x} {list.length} {}');
    assert.equal(fillTemplate('{toString} {__proto__}', {}), '{toString} {__proto__}');
  });

  it('does not fill what it has filled in', () => {
    assert.equal(fillTemplate('{a}{b}', { a: '{b}', b: '$& $1' }), '{b}$& $1');
  });
});

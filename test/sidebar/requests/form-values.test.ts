import assert from 'node:assert/strict';
import type { FormField } from '../../../src/converser/words/ensemble/form-field.ts';
import { completionPlace } from '../../../src/sidebar/composer/completion-place.ts';
import { complaintsOf, draftsOf, valueFor, valuesOf } from '../../../src/sidebar/requests/form-values.ts';

const upToNine = { minimum: 1, maximum: 9, default: 3 };
const fields = {
  name: { kind: 'string', name: 'name', title: 'Name', required: true, minLength: 2, maxLength: 5 },
  email: { kind: 'string', name: 'email', title: 'E-mail', required: false, format: 'email' },
  site: { kind: 'string', name: 'site', title: 'Site', required: false, format: 'uri' },
  day: { kind: 'string', name: 'day', title: 'Day', required: false, format: 'date' },
  moment: { kind: 'string', name: 'moment', title: 'Moment', required: false, format: 'date-time' },
  count: { kind: 'integer', name: 'count', title: 'Count', required: true, ...upToNine },
  share: { kind: 'number', name: 'share', title: 'Share', required: false },
  agree: { kind: 'boolean', name: 'agree', title: 'Agree', required: true },
  colour: {
    kind: 'choice',
    name: 'colour',
    title: 'Colour',
    required: true,
    options: [
      { value: 'r', title: 'Red' },
      { value: 'g', title: 'Green' },
    ],
  },
  days: {
    kind: 'choices',
    name: 'days',
    title: 'Days',
    required: false,
    minItems: 2,
    maxItems: 3,
    options: ['mo', 'tu', 'we', 'th'].map(value => ({ value, title: value })),
  },
} as const satisfies Readonly<Record<string, FormField>>;

const complaint = (field: keyof typeof fields, draft: string | boolean | readonly string[]) =>
  complaintsOf([fields[field]], { [field]: draft })[field];

describe('a form', () => {
  it('begins with what the server proposes', () => {
    const empty = { name: '', email: '', site: '', day: '', moment: '', share: '', colour: '' };
    const proposed = { ...empty, count: '3', agree: false, days: [] };
    assert.deepEqual(draftsOf(Object.values(fields)), proposed);
  });

  it('may have fields with the names of properties that every object has', () => {
    const all = ['constructor', '__proto__'].map(name => ({ ...fields.name, name, title: name }));
    const filled = complaintsOf(all, { constructor: 'Ada', ['__proto__']: 'Bo' });
    assert.equal(valueFor(filled, 'constructor'), undefined);
    assert.equal(valueFor(complaintsOf(all, {}), 'constructor'), 'Fill in this field.');
    assert.equal(valueFor(complaintsOf(all, draftsOf(all)), '__proto__'), 'Fill in this field.');
    assert.deepEqual(valuesOf(all, {}), {});
  });

  it('counts what users see as characters', () => {
    assert.equal(complaint('name', ''), 'Fill in this field.');
    assert.equal(complaint('name', 'a'), 'Enter at least 2 characters (now 1).');
    assert.equal(complaint('name', '🎲'), 'Enter at least 2 characters (now 1).');
    assert.equal(complaint('name', '🎲🎲🎲🎲🎲'), undefined);
    assert.equal(complaint('name', 'abcdef'), 'Enter at most 5 characters (now 6).');
  });

  it('knows the formats', () => {
    assert.match(complaint('email', 'ada') ?? '', /e-mail address/);
    assert.equal(complaint('email', 'ada@example.org'), undefined);
    assert.match(complaint('site', 'example.org') ?? '', /full address/);
    assert.equal(complaint('site', 'https://example.org'), undefined);
    assert.match(complaint('day', '2026-02-31x') ?? '', /a date/);
    assert.equal(complaint('day', '2026-02-28'), undefined);
    assert.match(complaint('moment', 'soon') ?? '', /a date and a time/);
    assert.equal(complaint('moment', '2026-02-28T12:30'), undefined);
  });

  it('reads numbers, and explains what is wrong with them', () => {
    assert.equal(complaint('count', ''), 'Enter a number.');
    assert.equal(complaint('count', 'three'), 'Enter a number.');
    assert.equal(complaint('count', 'Infinity'), 'Enter a number.');
    assert.equal(complaint('count', '2.5'), 'Enter a whole number.');
    assert.equal(complaint('count', '0'), 'Enter 1 or more.');
    assert.equal(complaint('count', '10'), 'Enter 9 or less.');
    assert.equal(complaint('share', '2.5'), undefined);
  });

  it('requires a choice where the form does, and no more than it allows', () => {
    assert.equal(complaint('colour', ''), 'Choose one.');
    assert.equal(complaint('colour', 'g'), undefined);
    assert.equal(complaint('days', []), undefined);
    assert.equal(complaint('days', ['mo']), 'Choose at least 2.');
    assert.equal(complaint('days', ['mo', 'tu', 'we', 'th']), 'Choose at most 3.');
  });

  it('sends values of the types that the form asks for, and leaves out empty ones', () => {
    const drafts = { ...draftsOf(Object.values(fields)), name: 'Ada', agree: true, colour: 'r', share: '.5' };
    const values = { name: 'Ada', count: 3, share: 0.5, agree: true, colour: 'r' };
    assert.deepEqual(valuesOf(Object.values(fields), drafts), values);
  });

  it('sends a date and time with its time zone, and shows it in the local one', () => {
    const asked = { ...fields.moment, default: '2026-02-28T12:30:15Z' };
    const drafts = draftsOf([asked]);
    assert.match(String(drafts.moment), /^2026-0\d-\d\dT\d\d:30:15$|^2026-0\d-\d\dT\d\d:\d\d:15$/);
    assert.deepEqual(valuesOf([asked], drafts), { moment: '2026-02-28T12:30:15.000Z' });
  });
});

describe('the place of the caret', () => {
  it('is in the name of a prompt only at the beginning of a message', () => {
    assert.equal(completionPlace('/')?.kind, 'prompt');
    assert.equal(completionPlace('/server:gre')?.kind, 'prompt');
    assert.equal(completionPlace('either/or')?.kind, undefined);
    assert.equal(completionPlace('/team/rev')?.kind, 'prompt');
    assert.equal(completionPlace('look at /usr/bin')?.kind, undefined);
  });

  it('is in the arguments of a prompt after its name', () => {
    assert.equal(completionPlace('/server:greet name=A')?.kind, 'argument');
    assert.deepEqual(completionPlace('/invoke work'), { kind: 'tool', start: 8 });
    assert.equal(completionPlace('/invoke workspace:read_file {')?.kind, undefined);
  });

  it('is in the name of a resource after an @ that begins a word', () => {
    assert.equal(completionPlace('@')?.kind, 'resource');
    assert.equal(completionPlace('look at @server:file:///a')?.kind, 'resource');
    assert.equal(completionPlace('/server:greet @serv')?.kind, 'resource');
    assert.equal(completionPlace('ada@example')?.kind, undefined);
    assert.equal(completionPlace('@server:uri and')?.kind, undefined);
  });
});

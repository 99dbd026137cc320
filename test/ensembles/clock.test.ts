import assert from 'node:assert/strict';
import { addDuration, convertTime, currentTime, duration } from '../../ensembles/clock.mjs';

/** Saturday. The night after, clocks in Berlin go from 2:00 to 3:00, and on October 25 from 3:00 to 2:00. */
const inBerlin = { auxdata: { now: '2026-03-28T12:00:00Z', time_zone: 'Europe/Berlin' } };

describe('the clock', () => {
  it('shows the time of the machine, to the second, unless a program says another', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const before = Math.floor(Date.now() / 1000) * 1000;
    const shown = currentTime({}, { auxdata: {} });
    assert.ok(Date.parse(shown.time) >= before && Date.parse(shown.time) <= Date.now());
    assert.equal(shown.time_zone, timeZone);
  });

  it('says all about a time', () => {
    assert.deepEqual(currentTime({ time_zone: 'Asia/Kathmandu' }, inBerlin), {
      time: '2026-03-28T17:45:00+05:45',
      date: '2026-03-28',
      clock: '17:45',
      weekday: 'Saturday',
      time_zone: 'Asia/Kathmandu',
    });
  });

  for (const [written, time] of [
    ['now', '2026-03-28T13:00:00+01:00'],
    [' Now ', '2026-03-28T13:00:00+01:00'],
    ['18:30', '2026-03-28T18:30:00+01:00'],
    ['2026-07-01', '2026-07-01T00:00:00+02:00'],
    ['2026-07-01 18:30:59', '2026-07-01T18:30:59+02:00'],
    ['2026-07-01T18:30:00Z', '2026-07-01T20:30:00+02:00'],
    ['2026-07-01t18:30:00.123456z', '2026-07-01T20:30:00+02:00'],
    ['2026-07-01T18:30-07:00', '2026-07-02T03:30:00+02:00'],
    ['2026-07-01T18:30+0530', '2026-07-01T15:00:00+02:00'],
    ['2026-07-01T18:30[Asia/Tokyo]', '2026-07-01T11:30:00+02:00'],
    ['2026-07-01T18:30+02:00[Asia/Tokyo]', '2026-07-01T18:30:00+02:00'],
    ['1850-01-01', '1850-01-01T00:00:00+00:53:28'],
    // What clocks skip is counted on from before; what they show twice is the first.
    ['2026-03-29T02:30', '2026-03-29T03:30:00+02:00'],
    ['2026-10-25T02:30', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T02:30+01:00', '2026-10-25T02:30:00+01:00'],
  ] as const) {
    it(`reads ${JSON.stringify(written)}`, () => {
      assert.equal(convertTime({ time: written, to: 'UTC' }, inBerlin).from.time, time);
    });
  }

  for (const written of ['', ...'Z 2026-02-29 2026-13-01 2026-01-01T24:00 25:00 1.3.2026 18'.split(' ')]) {
    it(`does not take ${JSON.stringify(written)} for a time`, () => {
      assert.throws(() => convertTime({ time: written, to: 'UTC' }, inBerlin), /is not a time/);
    });
  }

  it('names the zone that is none, before a time that is none', () => {
    for (const [time, to] of [
      ['soon', 'Mars'],
      ['2026-07-01T18:30[Mars]', 'UTC'],
    ] as const)
      assert.throws(() => convertTime({ time, to }, inBerlin), /"Mars" is not a time zone/);
  });

  for (const [start, end, iso, days, hours] of [
    ['2026-01-31', '2026-02-28', 'P28D', 28, 672],
    ['2024-02-29', '2025-02-28', 'P11M30D', 365, 8760],
    ['2025-02-28', '2024-02-29', '-P11M28D', -365, -8760],
    ['2026-03-31', '2026-02-28', '-P1M', -31, -743],
    ['2026-03-28T12:00', '2026-03-29T12:00', 'P1D', 1, 23],
    ['2026-03-28T12:00', '2026-03-29T11:59:59', 'PT22H59M59S', 1, 23],
    ['2026-03-29T12:00', '2026-03-28T12:00', '-P1D', -1, -23],
    ['2026-03-29T00:00', '2026-03-29T23:00', 'PT22H', 0.96, 22],
    ['2026-10-25T02:30+02:00', '2026-10-25T02:30+01:00', 'PT1H', 0.04, 1],
    ['2026-10-25T02:30+01:00', '2026-10-26T02:30', 'P1D', 1, 24],
    ['2026-10-24T12:00', '2026-10-25T12:00', 'P1D', 1, 25],
    ['now', '2028-05-01T15:04:05', 'P2Y1M3DT2H4M5S', 765.09, 18361.07],
    ['now', 'now', 'PT0S', 0, 0],
    ['12:00:00.9', '12:00:00.1', 'PT0S', -0, -0],
  ] as const) {
    it(`counts from ${start} to ${end}`, () => {
      const counted = duration({ start, end }, inBerlin);
      assert.deepEqual([counted.iso, counted.days, counted.hours], [iso, days, hours]);
    });
  }

  it('counts on where a zone skipped a day', () => {
    const inSamoa = { start: '2012-01-01', end: '2011-12-31T01:00', time_zone: 'Pacific/Apia' };
    const { iso, days } = duration(inSamoa, inBerlin);
    assert.deepEqual([iso, days], ['-PT23H', -0.96]);
  });

  it('says in words how long it is', () => {
    const words = (end: string) => duration({ start: 'now', end }, inBerlin).duration;
    assert.equal(words('now'), 'no time at all');
    assert.equal(words('13:01'), '1 minute');
    assert.equal(words('2027-05-01T13:00:02'), '1 year, 1 month, 3 days and 2 seconds');
    assert.equal(words('2026-03-26T11:00'), 'minus 2 days and 2 hours');
  });

  for (const [start, amounts, time] of [
    ['2026-01-31', { months: 1 }, '2026-02-28T00:00:00+01:00'],
    ['2026-01-31', { months: 1, days: 1 }, '2026-03-01T00:00:00+01:00'],
    ['2024-02-29', { years: 1 }, '2025-02-28T00:00:00+01:00'],
    ['2026-03-31', { months: -13 }, '2025-02-28T00:00:00+01:00'],
    ['2026-03-28T02:30', { days: 1 }, '2026-03-29T03:30:00+02:00'],
    ['2026-03-28T02:30', { hours: 24 }, '2026-03-29T03:30:00+02:00'],
    ['2026-03-28T12:00', { weeks: 1 }, '2026-04-04T12:00:00+02:00'],
    ['2026-03-28T12:00', { hours: 168 }, '2026-04-04T13:00:00+02:00'],
    ['2026-10-25T02:30+02:00', { hours: 1 }, '2026-10-25T02:30:00+01:00'],
    ['2026-10-25T02:30+01:00', { minutes: 30 }, '2026-10-25T03:00:00+01:00'],
    ['2026-03-28T12:00', { days: 1, hours: -24, minutes: 5, seconds: -1 }, '2026-03-28T11:04:59+01:00'],
    ['9999-12-31', { days: 1 }, '+010000-01-01T00:00:00+01:00'],
  ] as const) {
    it(`adds ${JSON.stringify(amounts)} to ${start}`, () => {
      assert.equal(addDuration({ start, ...amounts }, inBerlin).time, time);
    });
  }
});

/** The name of the time zone of a place; what is no place that is known here stays as it was written. */
export function zoneOf(written: string): string | undefined {
  const place = written
    .trim()
    .replace(/[?!.,]{1,9}$/, '')
    .replace(/^the\s+/i, '')
    .replace(/\s{1,9}(right now|now|today|at the moment|currently|time)$/i, '');
  const key = plain(place);
  return byWord[key] ?? zones().get(key) ?? (place || undefined);
}

let knownZones: ReadonlyMap<string, string> | undefined;

/** All zones by their full names and by their cities. */
function zones(): ReadonlyMap<string, string> {
  knownZones ??= new Map(
    Intl.supportedValuesOf('timeZone').flatMap(zone => [
      [plain(zone.split('/').at(-1) ?? zone), zone] as const,
      [plain(zone), zone] as const,
    ]),
  );
  return knownZones;
}

function plain(place: string): string {
  return place
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '');
}

/** Places whose zones are called after another one. */
const byWord: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  greenwich: 'UTC',
  beijing: 'Asia/Shanghai',
  china: 'Asia/Shanghai',
  japan: 'Asia/Tokyo',
  osaka: 'Asia/Tokyo',
  korea: 'Asia/Seoul',
  india: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  newdelhi: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  bangalore: 'Asia/Kolkata',
  kyiv: 'Europe/Kyiv',
  uk: 'Europe/London',
  england: 'Europe/London',
  germany: 'Europe/Berlin',
  munich: 'Europe/Berlin',
  hamburg: 'Europe/Berlin',
  cologne: 'Europe/Berlin',
  france: 'Europe/Paris',
  spain: 'Europe/Madrid',
  barcelona: 'Europe/Madrid',
  italy: 'Europe/Rome',
  milan: 'Europe/Rome',
  switzerland: 'Europe/Zurich',
  geneva: 'Europe/Zurich',
  austria: 'Europe/Vienna',
  poland: 'Europe/Warsaw',
  sweden: 'Europe/Stockholm',
  norway: 'Europe/Oslo',
  netherlands: 'Europe/Amsterdam',
  newyorkcity: 'America/New_York',
  nyc: 'America/New_York',
  boston: 'America/New_York',
  washington: 'America/New_York',
  miami: 'America/New_York',
  atlanta: 'America/New_York',
  montreal: 'America/Toronto',
  ottawa: 'America/Toronto',
  dallas: 'America/Chicago',
  houston: 'America/Chicago',
  austin: 'America/Chicago',
  sanfrancisco: 'America/Los_Angeles',
  california: 'America/Los_Angeles',
  seattle: 'America/Los_Angeles',
  la: 'America/Los_Angeles',
  lasvegas: 'America/Los_Angeles',
  sandiego: 'America/Los_Angeles',
  rio: 'America/Sao_Paulo',
  riodejaneiro: 'America/Sao_Paulo',
  capetown: 'Africa/Johannesburg',
  canberra: 'Australia/Sydney',
  wellington: 'Pacific/Auckland',
  hawaii: 'Pacific/Honolulu',
  est: 'America/New_York',
  edt: 'America/New_York',
  cst: 'America/Chicago',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  cet: 'Europe/Paris',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
};

/** The day of a time in milliseconds since 1970, in UTC: `2026-11-15`. Reckoned here: the first date that a process makes takes longer than most events. */
export function dayOf(at: number): string {
  // Years that begin in March have their odd day at the end; 400 of them are an era, and always as long.
  const days = Math.floor(at / 86_400_000) + 719_468;
  const era = Math.floor(days / 146_097);
  const ofEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

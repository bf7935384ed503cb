/** Values that are none of a type, by the words that complete "refuses"; types that every text is one of are not here. */
export const wrongValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bool: { 'a word': 'perhaps' },
  int: { 'a word': 'many', 'a fraction': '1.5' },
  float: { 'a word': 'seldom' },
  duration: { 'a word': 'soon', 'a number without a unit': '10' },
  pairs: { 'a key without a value': 'v1' },
  stringToString: { 'a key without a value': 'requests_total,verb' },
  colonSeparatedMultimapStringString: { 'a key without a value': 'LoggingAlphaOptions' },
  quantity: { 'a word': 'much' },
  'string N1-N2': { 'a word': 'few', 'a range without an end': '30000-' },
  'version[=true]': { 'a word': 'newest' },
  'pattern=N,...': { 'a pattern without a number': 'table', 'a word for the number': 'table=much' },
}

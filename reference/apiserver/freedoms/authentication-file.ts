/** What the documents leave open about what an AuthenticationConfiguration may say. */
export const authenticationFileFreedoms = {
  'discovery-url-compared-without-slash': 'a discovery URL that differs from url by a slash only is refused',
  'dynamic-rules-refused': 'rules whose type only running tells are refused at start',
  'file-algorithms-fewer': 'the file accepts RS256 and ES256 only',
  'mapping-types-checked-per-token': 'the type of a mapping expression is checked when it runs',
} as const

/** Rewrites the links and pictures of a Markdown page to their place in the site. */
export function linksIn(markdown, leadTo) {
  const lead = (kind, name) => {
    const usual =
      markdown.renderer.rules[kind] ??
      ((tokens, at, options, _env, self) => self.renderToken(tokens, at, options))
    markdown.renderer.rules[kind] = (tokens, at, options, env, self) => {
      const token = tokens[at]
      token.attrSet(name, leadTo(env.source, token.attrGet(name)))
      return usual(tokens, at, options, env, self)
    }
  }
  lead('link_open', 'href')
  lead('image', 'src')
  // Wraps a wide table so that it scrolls by itself.
  markdown.renderer.rules.table_open = () =>
    '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n'
  markdown.renderer.rules.table_close = () => '</table></div>\n'
}

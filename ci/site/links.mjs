/** Replaces the targets of links and pictures in a Markdown page by their paths in the site. */
export function rewriteLinks(markdown, leadTo) {
  const rewriteRule = (kind, name) => {
    const defaultRule =
      markdown.renderer.rules[kind] ??
      ((tokens, at, options, _env, self) => self.renderToken(tokens, at, options))
    markdown.renderer.rules[kind] = (tokens, at, options, env, self) => {
      const token = tokens[at]
      token.attrSet(name, leadTo(env.source, token.attrGet(name)))
      return defaultRule(tokens, at, options, env, self)
    }
  }
  rewriteRule('link_open', 'href')
  rewriteRule('image', 'src')
  // A wide table scrolls within its wrapper, so that the page does not scroll.
  markdown.renderer.rules.table_open = () =>
    '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n'
  markdown.renderer.rules.table_close = () => '</table></div>\n'
}

/** Part of the page's script: shows the rules and checks that match the controls. */
export const filterScript = `
const rules = all('details.rule').map((element) => ({
  element,
  text: element.querySelector('summary').textContent.toLowerCase() + ' ' + element.querySelector('.source').textContent.toLowerCase(),
  checks: all('details.check', element).map((check) => ({ element: check, text: (check.id.slice(6) + ' ' + all('.title, .reason, .known, .values, .observed', check).map((part) => part.textContent).join(' ')).toLowerCase() })),
}))
const pressed = (name) => all('[data-filter="' + name + '"][aria-pressed="true"]').map((chip) => chip.value)
const plural = (n, noun) => n + ' ' + noun + (n === 1 ? '' : 's')

const applyFilters = () => {
  const verdicts = pressed('verdict')
  const levels = pressed('level')
  const wanted = byId('document').value
  const words = byId('text').value.toLowerCase().split(/\\s+/).filter(Boolean)
  const hasAll = (text) => words.every((word) => text.includes(word))
  let shownRules = 0
  let shownChecks = 0
  let allChecks = 0
  for (const { element, text, checks } of rules) {
    const fits = (wanted === '' || element.dataset.document === wanted) && (levels.length === 0 || levels.includes(element.dataset.level))
    let any = 0
    for (const check of checks) {
      const visible = fits && (verdicts.length === 0 || verdicts.includes(check.element.dataset.verdict)) && (hasAll(text) || hasAll(text + ' ' + check.text))
      check.element.hidden = !visible
      if (visible) any += 1
    }
    element.hidden = any === 0
    shownRules += any > 0 ? 1 : 0
    shownChecks += any
    allChecks += checks.length
  }
  for (const part of all('.section, .document')) part.hidden = part.querySelector('details.rule:not([hidden])') === null
  for (const link of all('.outline a')) {
    const part = byId(link.hash.slice(1))
    link.classList.toggle('empty', part !== null && part.hidden)
  }
  const filtering = verdicts.length + levels.length + words.length > 0 || wanted !== ''
  byId('count').textContent = filtering
    ? 'Showing ' + shownRules + ' of ' + plural(rules.length, 'rule') + ', ' + shownChecks + ' of ' + plural(allChecks, 'check')
    : plural(rules.length, 'rule') + ', ' + plural(allChecks, 'check')
  byId('clear').hidden = !filtering
  document.querySelector('.none').hidden = shownRules > 0
}
const clearFilters = () => {
  for (const chip of all('.chip')) chip.setAttribute('aria-pressed', 'false')
  byId('text').value = ''
  byId('document').value = ''
  applyFilters()
}
for (const chip of all('.chip')) {
  chip.addEventListener('click', () => {
    chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'))
    applyFilters()
  })
}
byId('text').addEventListener('input', applyFilters)
byId('document').addEventListener('change', applyFilters)
byId('clear').addEventListener('click', () => { clearFilters(); byId('text').focus() })
document.querySelector('.filters').addEventListener('submit', (event) => event.preventDefault())

const expandAll = () => {
  const button = byId('expand')
  const open = button.getAttribute('aria-pressed') !== 'true'
  for (const rule of all('details.rule:not([hidden])')) rule.open = open
  button.setAttribute('aria-pressed', String(open))
  button.textContent = open ? 'Collapse all' : 'Expand all'
}
byId('expand').addEventListener('click', expandAll)
applyFilters()
`

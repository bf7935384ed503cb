/** Part of the page's script: puts a check's evidence into the page when the check is opened. */
export const evidenceScript = `
const mount = (check) => {
  for (const template of all(':scope > .body > template.evidence', check)) {
    const content = template.content.cloneNode(true)
    for (const block of all('[data-text]', content)) {
      block.textContent = byId(block.dataset.text).content.textContent
    }
    template.replaceWith(content)
  }
}
// The event does not bubble, so it is caught on its way down.
document.addEventListener('toggle', ({ target }) => {
  if (target.open && target.matches('details.check')) mount(target)
}, true)

const highlight = (event) => {
  const part = event.target.closest?.('.timeline [data-n]')
  for (const old of all('.timeline .lit')) old.classList.remove('lit')
  if (part === null || part === undefined) return
  for (const twin of all('[data-n="' + part.dataset.n + '"]', part.closest('.timeline'))) twin.classList.add('lit')
}
document.addEventListener('pointerover', highlight)
document.addEventListener('click', (event) => {
  const part = event.target.closest('.timeline .mark')
  if (part === null) return
  const table = part.closest('.timeline').querySelector('.entries')
  table.open = true
  table.querySelector('[data-n="' + part.dataset.n + '"]').scrollIntoView({ block: 'nearest' })
})

document.addEventListener('click', async ({ target }) => {
  if (!target.matches('button.copy')) return
  const block = target.parentElement.querySelector('pre')
  const say = (word) => { target.textContent = word; setTimeout(() => { target.textContent = 'Copy' }, 1500) }
  try {
    await navigator.clipboard.writeText(block.textContent)
    say('Copied')
  } catch {
    getSelection().selectAllChildren(block)
    say('Selected')
  }
})
`

// Passkeys: a button asks the browser, and its form carries the answer. Without a script the form is refused in words.

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  )

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const credentials = (list = []) => list.map((one) => ({ ...one, id: bytes(one.id) }))

async function make(ask) {
  const publicKey = {
    ...ask,
    challenge: bytes(ask.challenge),
    user: { ...ask.user, id: bytes(ask.user.id) },
    excludeCredentials: credentials(ask.excludeCredentials),
  }
  const made = await navigator.credentials.create({ publicKey })
  const transports = made.response.getTransports?.() ?? []
  return answerOf(made, {
    attestationObject: text(made.response.attestationObject),
    transports,
  })
}

async function sign(ask) {
  const publicKey = {
    ...ask,
    challenge: bytes(ask.challenge),
    allowCredentials: credentials(ask.allowCredentials),
  }
  const signed = await navigator.credentials.get({ publicKey })
  const given = signed.response
  return answerOf(signed, {
    authenticatorData: text(given.authenticatorData),
    signature: text(given.signature),
    ...(given.userHandle && { userHandle: text(given.userHandle) }),
  })
}

function answerOf(credential, more) {
  const clientDataJSON = text(credential.response.clientDataJSON)
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response: { clientDataJSON, ...more },
    clientExtensionResults: {},
  }
}

// A form that the password confirms: a passkey stands for it, for this very act.
async function confirm(button) {
  const form = button.form
  const sender = form.querySelector('button:not([type=button])')
  const password = form.elements[form.elements.passkey_for.value]
  password.value = ''
  password.required = false
  if (!form.reportValidity()) {
    password.required = true
    return
  }
  const action = sender.getAttribute('formaction') || form.getAttribute('action')
  const response = await fetch(button.dataset.question, {
    method: 'POST',
    body: new URLSearchParams({
      action: new URL(action, location.href).pathname,
      csrf_token: form.elements.csrf_token.value,
    }),
  })
  if (!response.ok) throw new Error('no question')
  const answer = await sign(await response.json())
  form.elements.passkey_answer.value = JSON.stringify(answer)
  form.requestSubmit(sender)
}

// What was answered once is not answered again: the page may come back from the browser's memory.
addEventListener('pageshow', () => {
  for (const field of document.querySelectorAll('[name=passkey_answer]')) field.value = ''
})

for (const button of document.querySelectorAll('[data-passkey=confirm]')) button.hidden = false

addEventListener('click', (event) => {
  const button = event.target.closest('[data-passkey]')
  if (!button) return
  event.preventDefault()
  void ask(button)
})

async function ask(button) {
  const form = button.form
  const said =
    button.parentElement.querySelector('[data-said]') || form.querySelector('[data-said]')
  said.textContent = ''
  if (!navigator.credentials || !window.PublicKeyCredential) {
    said.textContent = said.dataset.unknown
    return
  }
  try {
    if (button.dataset.passkey === 'confirm') return await confirm(button)
    const work = button.dataset.passkey === 'make' ? make : sign
    form.elements.answer.value = JSON.stringify(await work(JSON.parse(button.dataset.ask)))
    form.requestSubmit()
  } catch {
    said.textContent = said.dataset.said
  }
}

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

addEventListener('click', (event) => {
  const button = event.target.closest('[data-passkey]')
  if (!button) return
  event.preventDefault()
  void ask(button)
})

async function ask(button) {
  const form = button.form
  const said = form.querySelector('[data-said]')
  said.textContent = ''
  if (!navigator.credentials || !window.PublicKeyCredential) {
    said.textContent = said.dataset.unknown
    return
  }
  try {
    const work = button.dataset.passkey === 'make' ? make : sign
    form.elements.answer.value = JSON.stringify(await work(JSON.parse(button.dataset.ask)))
    form.requestSubmit()
  } catch {
    said.textContent = said.dataset.said
  }
}

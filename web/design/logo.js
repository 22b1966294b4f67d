// A picture is drawn smaller until it fits, shown, and put into its form as text.
const field = document.querySelector('[data-picture]')
const sides = [512, 384, 256, 192, 128, 96, 64]
const sideMin = 16
const shownSide = 96

if (field) {
  field.hidden = false
  field.querySelector('[type=file]').addEventListener('change', (event) => {
    void take(event.target.files[0])
  })
}

async function take(file) {
  const hidden = field.querySelector('[type=hidden]')
  const canvas = field.querySelector('canvas')
  const told = field.querySelector('output')
  hidden.value = ''
  canvas.hidden = true
  told.textContent = ''
  if (!file) return
  try {
    const picture = await createImageBitmap(file)
    const blob = await fit(picture)
    hidden.value = await textOf(blob)
    draw(picture, canvas, shownSide)
    canvas.hidden = false
    told.textContent = `${Math.ceil(blob.size / 1024)}\u00A0${field.dataset.unit}`
  } catch {
    told.textContent = field.dataset.unread
  }
}

function draw(picture, canvas, side) {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  canvas.width = Math.max(sideMin, Math.round(picture.width * scale))
  canvas.height = Math.max(sideMin, Math.round(picture.height * scale))
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
}

async function fit(picture) {
  const canvas = document.createElement('canvas')
  for (const side of sides) {
    draw(picture, canvas, side)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob.size <= field.dataset.picture * 1024) return blob
  }
  throw new Error('it does not fit')
}

function textOf(blob) {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const text = reader.result.slice(reader.result.indexOf(',') + 1)
      resolve(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
    })
    reader.readAsDataURL(blob)
  })
}

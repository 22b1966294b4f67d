// At the till the end of a sale is heard and felt: two rising notes where it is paid, one low where it is not.
const sounds = {
  paid: { notes: [880, 1320], buzz: [120, 60, 120] },
  unpaid: { notes: [220], buzz: [400] },
}
const noteSeconds = 0.16
const sale = document.querySelector('#suivi')

if (sale) {
  new MutationObserver(ring).observe(sale, { childList: true })
}

function ring() {
  const sound = sounds[sale.firstElementChild?.dataset.end]
  if (!sound) return
  navigator.vibrate?.(sound.buzz)
  const Sound = window.AudioContext || window.webkitAudioContext
  if (Sound) play(new Sound(), sound.notes)
}

function play(air, notes) {
  let start = air.currentTime
  for (const pitch of notes) {
    const note = air.createOscillator()
    const volume = air.createGain()
    note.frequency.value = pitch
    volume.gain.setValueAtTime(0.3, start)
    volume.gain.exponentialRampToValueAtTime(0.01, start + noteSeconds)
    note.connect(volume).connect(air.destination)
    note.start(start)
    note.stop(start + noteSeconds)
    start += noteSeconds
  }
}

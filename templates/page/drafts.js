// Drafts stay in this browser, one for each campaign, player and step; and the newest position that was opened.

const drafts = {
  key: (about) => `pbem draft ${about.campaign} ${about.who} t${about.turn} ${about.step}`,
  seen: (about) => `pbem seen ${about.campaign} ${about.who}`,
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  put(key, text) { try { localStorage.setItem(key, text); } catch { /* a browser that keeps nothing */ } },
  drop(key) { try { localStorage.removeItem(key); } catch { /* the same */ } },
};

// What to say of a position that is older than one that was opened here before.
function olderThanSeen(about) {
  const newest = Number(drafts.get(drafts.seen(about)) || 0);
  if (about.head.seq >= newest) {
    drafts.put(drafts.seen(about), String(about.head.seq));
    return "";
  }
  return `This position is older than one you have opened here (entry ${about.head.seq} of the record, then ${newest}). `
    + "Open the position of the judge's last mail.";
}

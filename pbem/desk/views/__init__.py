"""The views: status, history, posts and pictures, as one side or the moderator may see them."""

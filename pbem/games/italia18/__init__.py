"""Italia 1917-1918: A Farewell to Arms. In the making: see docs/games/italia18-plan.md."""

"""Whether programs compute after a pipeline what they computed before."""

// error: 'ub.poison' op attribute 'value' failed to satisfy constraint: PoisonAttrInterface instance
%0 = "ub.poison"() {value = 4} : () -> i32
